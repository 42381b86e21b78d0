/** Longer than between the two presses of somebody who presses twice, and shorter than anybody reads, in milliseconds. */
export const PRESSED_TWICE_MS = 350
