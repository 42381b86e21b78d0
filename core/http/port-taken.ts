/** Whether `listen` failed because the port belongs to another program, or may not be used by this user. */
export const isPortTaken = (error: unknown): boolean =>
  ['EADDRINUSE', 'EACCES'].includes(String((error as NodeJS.ErrnoException).code))
