import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { MaterialWay } from '#features/material/MaterialWay.tsx'
import { useMaterialChange } from '#features/material/use-material-change.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Page } from '#ui/Page.tsx'
import { read, useSend } from '#web/api.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useTitle } from '#web/title.ts'
import { isRunning, useRuns } from '#web/use-runs.ts'
import { Amounts } from '../Amounts.tsx'
import { inMegabytes } from '../rules.ts'
import { type MaterialImport, materialImports } from './api.ts'
import type { Clash, FileSummary } from './material-file.ts'
import { ImportNotes } from './ImportNotes.tsx'
import { useUpload } from './use-upload.ts'
import style from '../Exchange.module.css'

/** Page for importing material from a file: first a preview, then the import with its progress. */
export function MaterialImportPage() {
  useTitle(t('Import material'))
  const imports = useRuns(materialImports.list, {}, useMaterialChange())
  const [startedId, setStarted] = useState<string | null>(null)
  const watched = imports.find((each) => isRunning(each) || each._id === startedId)
  return (
    <Page width="medium">
      <MaterialWay here={t('Import material')} />
      <PageHead
        title={t('Import material')}
        facts={t(
          'Upload a zip file from Material export, or a QTI 2.1 file from another system. You’ll see what’s in it before anything is saved. For a CSV table, open a section and choose “Import questions”.',
        )}
      />
      {watched ? (
        <ImportStatus latest={watched} onAgain={() => setStarted(null)} />
      ) : (
        <ChooseFile onStarted={setStarted} />
      )}
    </Page>
  )
}

function ImportStatus({
  latest: { state, found, done, total, error, levelId, name },
  onAgain,
}: {
  latest: MaterialImport
  onAgain: () => void
}) {
  const isOver = state === 'done' || state === 'failed'
  return (
    <section className={`${style.card} card stack gap-4 pad-4`} aria-label={t('Import')} aria-live="polite">
      <h2>{name}</h2>
      {state !== 'failed' && (
        <ProgressBar
          label={t(state === 'done' ? 'Imported' : 'Importing questions')}
          done={done}
          of={total}
        />
      )}
      {state === 'done' && (
        <p className={`${style.word} inline-row middle gap-2`}>
          <CircleCheck aria-hidden /> {t('Material imported')}
        </p>
      )}
      {state === 'done' && found && <ImportNotes notes={found.notes} />}
      {state === 'failed' && <ErrorState title={t('Nothing was imported.')} message={error ?? ''} />}
      {!isOver && <p className="quiet">{t('You can leave this page. The import keeps running.')}</p>}
      {isOver && (
        <div className="cluster middle gap-3">
          <Button onClick={onAgain}>{t(state === 'done' ? 'Import more' : 'Try again')}</Button>
          {state === 'done' && (
            <Link
              to={levelId ? '/material-editor/$levelId' : '/material-editor'}
              params={{ levelId: levelId ?? '' }}
              className={buttonClass({ kind: 'primary' })}
            >
              {t('View material')}
            </Link>
          )}
        </div>
      )}
    </section>
  )
}

function ChooseFile({ onStarted }: { onStarted: (id: string) => void }) {
  const { state, start, reset } = useUpload()
  const busy = state.is === 'uploading' || state.is === 'checking'
  return (
    <>
      <section className={`${style.card} card stack gap-4 pad-4`} aria-label={t('File')}>
        <FileDrop
          label={t('File with material')}
          hint={t('Drop a .zip file here, or an .xml file with one QTI 2.1 item')}
          chosen={state.is === 'idle' ? null : state.name}
          accept=".zip,application/zip,.xml,application/xml,text/xml"
          busy={busy}
          onFile={(file) => void start(file)}
        />
        {state.is === 'uploading' && (
          <p role="status" data-figures>
            {t('{done} of {of} uploaded…', { done: inMegabytes(state.done), of: inMegabytes(state.of) })}
          </p>
        )}
        {state.is === 'checking' && <Skeleton label={t('Checking the file')} lines={3} height="2rem" />}
        {state.is === 'failed' && (
          <ErrorState title={t('This file can’t be imported.')} message={sentenceFor(state.error)} />
        )}
      </section>
      {state.is === 'checked' && state.import.found && (
        <FileContents
          id={state.import._id}
          found={state.import.found}
          onStarted={onStarted}
          onCancel={reset}
        />
      )}
    </>
  )
}

type FileContentsProps = {
  id: string
  found: FileSummary
  onStarted: (id: string) => void
  onCancel: () => void
}

/** Contents of the file, with a choice of how to handle names that are already taken. */
function FileContents({ id, found: { counts, taken, of, notes }, onStarted, onCancel }: FileContentsProps) {
  const queries = useQueryClient()
  const [clash, setClash] = useState<Clash>('number')
  const start = useSend(materialImports.start, {
    onSuccess: (begun) => {
      queries.setQueryData<MaterialImport[]>(read(materialImports.list, {}).queryKey, (before = []) => [
        begun,
        ...before.filter(({ _id }) => _id !== begun._id),
      ])
      onStarted(begun._id)
    },
    onError: () => {},
  })
  return (
    <section className={`${style.card} card stack gap-4 pad-4`} aria-label={t('What is in the file')}>
      <h2>{t('What is in the file')}</h2>
      <Amounts counts={counts} />
      <ImportNotes notes={notes} />
      {taken.length > 0 && <TakenNames {...{ taken, of, clash }} onChange={setClash} />}
      {start.error && <ErrorState title={t('Nothing was imported.')} message={sentenceFor(start.error)} />}
      <div className="cluster middle gap-3">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button
          kind="primary"
          busy={start.isPending}
          reason={
            counts.questions === 0 && notes.skipped > 0
              ? t('None of the items in this file can be imported.')
              : null
          }
          onClick={() => start.mutate({ id, clash })}
        >
          {t('Import {questions}', { questions: counted(counts.questions, 'question') })}
        </Button>
      </div>
    </section>
  )
}

/** Sentences that introduce the names already taken, for a file with one level and for one with courses. */
const existing = {
  level: {
    one: 'This level already exists:',
    many: 'These levels already exist:',
    numbered:
      'Existing material isn’t changed. The new level gets a number after its name, such as “{value} (2)”.',
  },
  course: {
    one: 'This course already exists:',
    many: 'These courses already exist:',
    numbered:
      'Existing material isn’t changed. The new course gets a number after its name, such as “{value} (2)”.',
  },
} as const

type TakenNamesProps = Pick<FileSummary, 'taken' | 'of'> & { clash: Clash; onChange: (clash: Clash) => void }

function TakenNames({ taken, of, clash, onChange }: TakenNamesProps) {
  const words = existing[of === 'level' ? 'level' : 'course']
  return (
    <>
      <p className={`${style.word} inline-row middle gap-2`} data-warn>
        <CircleAlert aria-hidden /> {t(taken.length === 1 ? words.one : words.many)}
      </p>
      <ul className={`${style.names} bullets`}>
        {taken.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <Segments
        label={t('If a name already exists')}
        segments={[
          { value: 'number', label: t('Import as new') },
          { value: 'skip', label: t('Add only missing sections') },
        ]}
        value={clash}
        onChange={onChange}
      />
      <p className="quiet">
        {clash === 'number'
          ? t(words.numbered, { value: taken[0] ?? '' })
          : t('Existing sections with the same name aren’t changed. New sections are added.')}
      </p>
    </>
  )
}
