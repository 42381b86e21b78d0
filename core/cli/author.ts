/** How histories name whoever works on the command line. */
export const AUTHOR = 'Command line'
