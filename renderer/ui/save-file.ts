/** Gives whoever is at the screen a file to keep, under a name. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
