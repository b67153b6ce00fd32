/** Gives a text to the browser as a file to save. */
export const saveJson = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has read the text by the next turn of the loop. Revoking the URL frees the memory.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
