declare module 'virtual:theme-colors.css'
