/** Gives whoever is at the screen a file to keep: the browser, or the desktop's window, saves it under a name. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // It is read after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
