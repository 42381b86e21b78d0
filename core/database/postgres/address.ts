/** Whether a person means a server, and not a folder. */
export const isServerAddress = (text: string): boolean => /^postgres(ql)?:\/\//i.test(text)

/** How a person knows a database: its server and its name, without who uses it and their password. */
export function nameOf(address: string): string {
  const { host, pathname } = new URL(address)
  return `postgres://${host}${pathname}`
}
