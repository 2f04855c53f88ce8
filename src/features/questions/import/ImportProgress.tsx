import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { counted } from '#shared/text.ts'
import { t, translateSentence } from '#shared/language.ts'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import type { Import } from './api.ts'
import style from './ImportProgress.module.css'

type ImportProgressProps = {
  latest: Import
  /** Buttons to continue after the import. */
  children?: ReactNode
}

/** Progress or result of an import. */
export function ImportProgress({ latest: { state, done, total, error }, children }: ImportProgressProps) {
  return (
    <section
      className={`${style.progress} card stack gap-2 pad-4`}
      data-state={state}
      aria-label={t('Import')}
      aria-live="polite"
    >
      {state === 'failed' ? (
        <p className={`${style.word} row middle gap-2 bold`}>
          <CircleAlert aria-hidden /> {t('Nothing was imported.')}
        </p>
      ) : (
        <ProgressBar
          label={t(state === 'done' ? 'Imported' : 'Importing questions')}
          done={done}
          of={total}
        />
      )}
      {state === 'failed' && <p>{error && translateSentence(error)}</p>}
      {state === 'done' && (
        <p className={`${style.word} row middle gap-2 bold`}>
          <CircleCheck aria-hidden />{' '}
          {total === 1
            ? t('1 question was imported.')
            : t('{questions} were imported.', { questions: counted(total, 'question') })}
        </p>
      )}
      {(state === 'waiting' || state === 'running') && (
        <p className="quiet">{t('The import continues in the background. You can leave this page.')}</p>
      )}
      {children}
    </section>
  )
}
