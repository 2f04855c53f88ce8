import { Redo2, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import style from './Tools.module.css'

type ToolsProps = {
  /** Null if there is nothing to undo. */
  undo: (() => void) | null
  redo: (() => void) | null
  clear: (() => void) | null
  children?: ReactNode
}

/** Buttons for undo, redo and clear. Announces each action to screen readers. Clearing can be undone too. */
export function Tools({ undo, redo, clear, children }: ToolsProps) {
  const [{ said, count }, setSaid] = useState({ said: '', count: 0 })
  const act = (action: (() => void) | null, words: string) => {
    action?.()
    if (action) setSaid({ said: words, count: count + 1 })
  }
  return (
    <div className={`${style.tools} cluster gap-1`} role="group" aria-label={t('Tools')}>
      <Button
        kind="quiet"
        icon={<Undo2 aria-hidden />}
        reason={undo ? null : t('Nothing to undo.')}
        onClick={() => act(undo, t('The last step was undone.'))}
      >
        <span className={style.word}>{t('Undo')}</span>
      </Button>
      <Button
        kind="quiet"
        icon={<Redo2 aria-hidden />}
        reason={redo ? null : t('Nothing to redo.')}
        onClick={() => act(redo, t('The step was redone.'))}
      >
        <span className={style.word}>{t('Redo')}</span>
      </Button>
      <Button
        kind="quiet"
        icon={<Trash2 aria-hidden />}
        reason={clear ? null : t('Nothing to clear.')}
        onClick={() => act(clear, t('Cleared.'))}
      >
        <span className={style.word}>{t('Clear')}</span>
      </Button>
      {children}
      <span className="visually-hidden" aria-live="polite">
        {/* A new element is announced even if it has the same words. */}
        <span key={count}>{said}</span>
      </span>
    </div>
  )
}
