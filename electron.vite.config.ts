import { defineConfig } from 'electron-vite'
import { rendererConfig } from './renderer/vite/renderer-config.ts'

export default defineConfig({
  renderer: rendererConfig,
})
