/** Gives a file to the browser to save. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has read the file by the next turn of the loop. Revoking the URL frees the memory.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
