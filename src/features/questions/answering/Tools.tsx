import { Redo2, Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
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

/** Buttons for undo, redo and clear. Clearing can be undone too. */
export const Tools = ({ undo, redo, clear, children }: ToolsProps) => (
  <div className={`${style.tools} cluster gap-1`} role="group" aria-label={t('Tools')}>
    <Button
      kind="quiet"
      icon={<Undo2 aria-hidden />}
      reason={undo ? null : t('Nothing to undo.')}
      onClick={() => undo?.()}
    >
      <span className={style.word}>{t('Undo')}</span>
    </Button>
    <Button
      kind="quiet"
      icon={<Redo2 aria-hidden />}
      reason={redo ? null : t('Nothing to redo.')}
      onClick={() => redo?.()}
    >
      <span className={style.word}>{t('Redo')}</span>
    </Button>
    <Button
      kind="quiet"
      icon={<Trash2 aria-hidden />}
      reason={clear ? null : t('Nothing to clear.')}
      onClick={() => clear?.()}
    >
      <span className={style.word}>{t('Clear')}</span>
    </Button>
    {children}
  </div>
)
