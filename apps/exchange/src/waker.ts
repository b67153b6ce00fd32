/** Sleeps that a poke ends. A poke while nobody sleeps ends the next sleep at once: none is lost. */
export interface Waker {
  wake(): void
  sleep(milliseconds: number): Promise<void>
}

export function createWaker(): Waker {
  let isWoken = false
  let end: (() => void) | undefined
  return {
    wake() {
      isWoken = true
      end?.()
    },
    async sleep(milliseconds) {
      if (!isWoken && milliseconds > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          end = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        end = undefined
      }
      isWoken = false
    },
  }
}
