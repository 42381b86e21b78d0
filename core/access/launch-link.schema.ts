/** So long a launch link can be opened. It is meant to be at once; slow browsers take their time. */
export const LAUNCH_LINK_MINUTES = 5

/** For the console, which takes types only: its own figure is held to this one. */
export type LaunchLinkMinutes = typeof LAUNCH_LINK_MINUTES
