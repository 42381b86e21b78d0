/** Lets the browser, or the desktop's window, save a file where somebody wants it. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // It is read after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
