/** The console's ground in each theme, so that nothing flashes before a page is drawn. */
export const GROUND = { light: '#ffffff', dark: '#0f172a' } as const
