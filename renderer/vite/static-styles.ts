import colors from 'tailwindcss/colors'
import type { Plugin } from 'vite'

const SHADES = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950] as const
type Palette = Record<(typeof SHADES)[number], string>

const VIRTUAL_ID = 'virtual:theme-colors.css'

/** The name of each of the console's colours → the Tailwind palette behind it. */
export const THEME_COLORS = {
  primary: 'teal',
  secondary: 'slate',
  success: 'emerald',
  info: 'sky',
  warning: 'amber',
  error: 'rose',
  neutral: 'slate',
} as const

/** Dark enough on white, light enough on the dark ground, for contrast AA as text and under button labels. */
const LIGHT_SHADE = { primary: 700, others: 800 } as const
const DARK_SHADE = { primary: 500, others: 400 } as const

function palette(name: string): Palette {
  return (colors as unknown as Record<string, Palette>)[name] as Palette
}

function themeCss(): string {
  const names = Object.entries(THEME_COLORS)
  const shades = names.flatMap(([key, value]) =>
    SHADES.map((shade) => `  --ui-color-${key}-${shade}: ${palette(value)[shade]};`),
  )
  const roles = (shade: { primary: number; others: number }) =>
    names
      .filter(([key]) => key !== 'neutral')
      .map(
        ([key]) =>
          `  --ui-${key}: var(--ui-color-${key}-${key === 'primary' ? shade.primary : shade.others});`,
      )
      .join('\n')
  return `:root {\n${shades.join('\n')}\n}\n:root, .light {\n${roles(LIGHT_SHADE)}\n}\n.dark {\n${roles(DARK_SHADE)}\n}\n`
}

/**
 * Nuxt UI writes its colours into a style element at run time, and reka-ui hides the scroll bars of its lists by
 * another; a strict content security policy refuses both. This plugin moves the colours into the style sheet
 * (`import 'virtual:theme-colors.css'`) and leaves the other one out, so `style-src 'self'` is enough.
 */
export function staticStyles(): Plugin {
  return {
    name: 'backcounter:static-styles',
    enforce: 'pre',
    resolveId: (id) => (id === VIRTUAL_ID ? `\0${VIRTUAL_ID}` : undefined),
    load: (id) => (id === `\0${VIRTUAL_ID}` ? themeCss() : undefined),
    transform(code, id) {
      if (/@nuxt\/ui\/dist\/runtime\/plugins\/colors\.js/.test(id)) return 'export default { install() {} }'
      if (/reka-ui\/dist\/.*Viewport\.js/.test(id)) return code.replaceAll('as: "style"', 'as: "noscript"')
      return undefined
    },
  }
}
