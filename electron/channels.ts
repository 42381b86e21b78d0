/** The names of the messages between preload and main; nothing else passes between them. */
export const channels = {
  print: 'desktop:print',
  printers: 'desktop:printers',
  reopen: 'desktop:reopen',
  drawn: 'desktop:drawn',
  command: 'desktop:command',
} as const
