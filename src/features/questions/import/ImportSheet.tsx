import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { sectionPages } from '#features/material/LevelTree.tsx'
import { t } from '#shared/language.ts'
import { paramsOf, type SectionPlace } from '../listing/question-pages.ts'
import { counted } from '#shared/text.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read, useSend } from '#web/api.ts'
import { isRunning } from '#web/use-runs.ts'
import { SideSheet } from '#web/shell/SideSheet.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { imports, type Import } from './api.ts'
import { CheckedLines } from './CheckedLines.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { type SourceText, LinesField } from './LinesField.tsx'
import { sendableLines } from './lines.ts'
import style from './ImportSheet.module.css'

type ImportSheetProps = { place: SectionPlace; latest: Import | null; onClose: () => void }

/**
 * Sheet for importing questions into a section. Users choose or paste lines, check them and import them. They
 * can watch the progress or leave.
 */
export function ImportSheet({ place, latest, onClose }: ImportSheetProps) {
  const [started, setStarted] = useState<string | null>(null)
  const watched = latest && (isRunning(latest) || latest._id === started) ? latest : null
  return (
    <SideSheet title={t('Import questions')} size="44rem" onClose={onClose}>
      {watched ? (
        <ImportStatus latest={watched} place={place} onClose={onClose} onAgain={() => setStarted(null)} />
      ) : (
        <ChooseLines place={place} onStarted={setStarted} />
      )}
    </SideSheet>
  )
}

type ImportStatusProps = { latest: Import; place: SectionPlace; onClose: () => void; onAgain: () => void }

function ImportStatus({ latest, place, onClose, onAgain }: ImportStatusProps) {
  return (
    <ImportProgress latest={latest}>
      {!isRunning(latest) && (
        <div className={`${style.actions} cluster middle to-end gap-2`}>
          <Button onClick={onAgain}>{t(latest.state === 'failed' ? 'Try again' : 'Import more')}</Button>
          {latest.state === 'done' && (
            <Link
              to={sectionPages[place.test ? 'test' : 'chapter']}
              params={paramsOf(place)}
              className={buttonClass({ kind: 'primary' })}
              onClick={onClose}
            >
              {t('Show the questions')}
            </Link>
          )}
        </div>
      )}
    </ImportProgress>
  )
}

function ChooseLines({ place, onStarted }: { place: SectionPlace; onStarted: (id: string) => void }) {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<SourceText | null>(null)
  const check = useSend(imports.start, { onError: () => {} })
  const start = useSend(imports.start, {
    onSuccess: ({ import: begun }) => {
      if (!begun) return
      queries.setQueryData<Import[]>(read(imports.list, place).queryKey, (before = []) => [begun, ...before])
      onStarted(begun._id)
    },
    onError: () => {},
  })
  const requestOf = ({ text }: SourceText, dryRun: boolean) => ({
    ...place,
    lines: sendableLines(text),
    dryRun,
  })
  const choose = (next: SourceText) => {
    setChosen(next)
    start.reset()
    check.mutate(requestOf(next, true))
  }
  const { fine = 0, wrong = 0 } = check.data?.checked ?? {}
  const reason =
    fine === 0 ? t('Nothing to import.') : wrong > 0 ? t('Fix the lines with errors first.') : null
  const failed = start.error ?? check.error
  return (
    <div className={`${style.sheet} stack gap-4`}>
      <LinesField chosen={chosen} busy={check.isPending} onChoose={choose} />
      {failed && (
        <ErrorState
          title={t(start.error ? 'Nothing was imported.' : 'The lines couldn’t be checked.')}
          message={sentenceFor(failed)}
        />
      )}
      {check.isPending && <Skeleton label={t('Checking the lines')} lines={4} height="2rem" />}
      {check.data && chosen && !check.isPending && (
        <>
          <CheckedLines checked={check.data.checked} />
          <div className={`${style.actions} cluster middle to-end gap-2`}>
            {reason && <p>{reason}</p>}
            <Button
              kind="primary"
              busy={start.isPending}
              reason={reason}
              onClick={() => start.mutate(requestOf(chosen, false))}
            >
              {wrong > 0 || fine === 0
                ? t('Import')
                : t('Import {questions}', { questions: counted(fine, 'question') })}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
