interface File {
  readonly name: string
  readonly type: string
  readonly base64: string
}

/** Gives a file from the server to the browser to save. Nothing of it stays in the page. */
export const saveFile = ({ name, type, base64 }: File): void => {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has read the bytes by the next turn of the loop. Revoking the URL frees the memory.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
