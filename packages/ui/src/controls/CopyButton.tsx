import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'

export interface CopyTexts {
  readonly copy: string
  readonly copied: string
  readonly failed: string
}

interface CopyButtonProps {
  readonly text: string
  readonly texts: CopyTexts
  readonly kind?: 'icon' | 'button' | undefined
}

/** Shows the result in its own label for two seconds, also when the browser gives no clipboard access. */
export function CopyButton({ text, texts, kind = 'button' }: CopyButtonProps) {
  const [state, setState] = useState<'copy' | 'copied' | 'failed'>('copy')
  useEffect(() => {
    if (state === 'copy') return
    const timer = setTimeout(() => setState('copy'), 2000)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  const icon = state === 'copied' ? 'check' : state === 'failed' ? 'warning' : 'copy'
  return (
    <>
      {kind === 'icon' ? (
        <IconButton name={icon} size={1.125} label={texts[state]} onPress={() => void copy()} />
      ) : (
        <Button kind="quiet" small icon={icon} onPress={() => void copy()}>
          {texts[state]}
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {state === 'copy' ? '' : texts[state]}
      </span>
    </>
  )
}
