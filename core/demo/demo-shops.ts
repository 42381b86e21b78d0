import { harbour } from './harbour/harbour.ts'
import { uptown } from './uptown/uptown.ts'

/** The demo shops; the console opens the first. */
export const demoShops = [harbour, uptown] as const
