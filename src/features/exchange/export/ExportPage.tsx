import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, Download } from 'lucide-react'
import { useState } from 'react'
import { material } from '#features/material/api.ts'
import { counted } from '#shared/text.ts'
import { t, translateSentence } from '#shared/language.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Field } from '#ui/Field.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Page } from '#ui/Page.tsx'
import { read } from '#web/api.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useTitle } from '#web/title.ts'
import { useDownload } from '#web/use-download.ts'
import { Amounts } from '../Amounts.tsx'
import { inMegabytes } from '../rules.ts'
import { type ExportFormat, materialExport } from './api.ts'
import style from '../Exchange.module.css'

/** Page to save material as a file: all of it, a course, or a level. */
export function ExportPage() {
  useTitle(t('Material export'))
  const [which, setWhich] = useState<ExportChoice>({ format: 'material' })
  const download = useDownload()
  const choose = (next: Partial<ExportChoice>) => {
    setWhich({ format: which.format, ...next })
    download.reset()
  }
  const size = useQuery(read(materialExport.size, which))
  const busy = download.state.is === 'busy'
  return (
    <Page width="medium">
      <PageHead
        title={t('Material export')}
        facts={t(
          'A zip file with all your material, or just the questions in a format for other learning systems.',
        )}
      />
      <section className={`${style.card} card stack gap-4 pad-4`} aria-label={t('What to export')}>
        <Segments
          label={t('Format')}
          segments={[
            { value: 'material', label: t('Everything'), disabled: busy },
            { value: 'qti', label: t('QTI 2.1 package'), disabled: busy },
          ]}
          value={which.format}
          onChange={(format) => choose({ ...which, format })}
        />
        <p className="quiet">{t(formats[which.format])}</p>
        <ScopeChoice which={which} busy={busy} onChange={choose} />
        {size.data ? (
          <Amounts counts={size.data.counts} />
        ) : (
          <QueryState query={size} of={t('the number of items')} lines={2} height="2.5rem" />
        )}
        {size.data && size.data.lost.length > 0 && (
          <LostParts lost={size.data.lost} isSaved={download.state.is === 'done'} />
        )}
        <DownloadButton
          download={download}
          refusal={
            size.data
              ? size.data.refusal && translateSentence(size.data.refusal)
              : t('Counting the material…')
          }
          onStart={() =>
            void download.start({ endpoint: materialExport.file, input: which, file: `${which.format}.zip` })
          }
        />
      </section>
      <p className="quiet">
        <Sentence
          text="To import an exported file, go to {link}."
          link={<Link to="/material-import">{t('Import material')}</Link>}
        />
      </p>
    </Page>
  )
}

type ExportChoice = { courseId?: string; levelId?: string; format: ExportFormat }

const formats: Record<ExportFormat, string> = {
  material:
    'Courses, levels, chapters, tests, questions, hints and pictures. Can be imported again, here or on another server.',
  qti: 'Questions and their pictures in a format other learning systems can read. Anything QTI doesn’t support is left out.',
}

/** Parts that the file can't contain, shown before and after the download. */
function LostParts({
  lost,
  isSaved,
}: {
  lost: readonly { what: string; questions: number }[]
  isSaved: boolean
}) {
  return (
    <section aria-labelledby="lost" className={`${style.lost} stack gap-2`}>
      <h2 id="lost">{t(isSaved ? 'What was left out' : 'What will be left out')}</h2>
      <ul className={`${style.names} bullets`}>
        {lost.map(({ what, questions }) => (
          <li key={what}>
            {translateSentence(what)} <span className="quiet">{counted(questions, 'question')}</span>
          </li>
        ))}
      </ul>
      <p className="quiet">{t('The file dropped.txt in the package lists every affected question.')}</p>
    </section>
  )
}

type ScopeChoiceProps = {
  which: ExportChoice
  busy: boolean
  onChange: (which: { courseId?: string; levelId?: string }) => void
}

function ScopeChoice({ which: { courseId, levelId }, busy, onChange }: ScopeChoiceProps) {
  const courses = useQuery(read(material.courses, {}))
  const levels = useQuery(read(material.levels, {}))
  const within = levels.data?.filter((level) => level.courseId === courseId) ?? []
  return (
    <div className={`${style.fields} grid gap-4`}>
      <Field label={t('Course')}>
        {(wiring) => (
          <select
            {...wiring}
            value={courseId ?? ''}
            disabled={busy}
            onChange={({ target }) => onChange({ courseId: target.value || undefined })}
          >
            <option value="">{t('All courses')}</option>
            {courses.data?.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {courseId && (
        <Field label={t('Level')}>
          {(wiring) => (
            <select
              {...wiring}
              value={levelId ?? ''}
              disabled={busy}
              onChange={({ target }) => onChange({ courseId, levelId: target.value || undefined })}
            >
              <option value="">{t('All levels')}</option>
              {within.map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </div>
  )
}

type DownloadButtonProps = {
  download: ReturnType<typeof useDownload>
  refusal: string | null
  onStart: () => void
}

/** Download button that shows its progress as text. */
function DownloadButton({ download: { state, cancel }, refusal, onStart }: DownloadButtonProps) {
  return (
    <>
      <div className="cluster middle gap-3">
        <Button
          kind="primary"
          icon={<Download aria-hidden />}
          busy={state.is === 'busy'}
          reason={refusal}
          onClick={onStart}
        >
          {t('Download')}
        </Button>
        {state.is === 'busy' && <Button onClick={cancel}>{t('Cancel')}</Button>}
        <p role="status" className={`${style.word} inline-row middle gap-2`}>
          {state.is === 'busy' && (
            <span data-figures>
              {state.bytes === 0
                ? t('Preparing the file…')
                : t('{bytes} so far…', { bytes: inMegabytes(state.bytes) })}
            </span>
          )}
          {state.is === 'done' && (
            <>
              <CircleCheck aria-hidden />{' '}
              <span data-figures>{t('Saved: {bytes}.', { bytes: inMegabytes(state.bytes) })}</span>
            </>
          )}
        </p>
      </div>
      {refusal && state.is === 'idle' && <p className="quiet">{refusal}</p>}
      {state.is === 'failed' && (
        <ErrorState
          title={t('The download was interrupted.')}
          message={sentenceFor(state.error)}
          onRetry={onStart}
        />
      )}
    </>
  )
}
