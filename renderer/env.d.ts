declare module 'virtual:theme-colors.css'

// For tools that read TypeScript only; `vue-tsc` sees the components themselves.
declare module '*.vue' {
  import type { DefineComponent } from 'vue'

  const component: DefineComponent
  export default component
}
