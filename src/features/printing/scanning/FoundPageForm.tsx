import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { studentWork } from '#features/practice/api.ts'
import { asStaff, workLink } from '#features/practice/question-ref.ts'
import { fullName } from '#shared/full-name.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { Problem } from '#shared/problem.ts'
import { read, useSend } from '#web/api.ts'
import { base64Of } from '#web/base64-of.ts'
import { jpegOf } from '#web/page-reader.ts'
import type { Gray } from '../reading/gray.ts'
import type { FoundPage } from '../reading/read-page.ts'
import { type PrintedPage, worksheets } from '../worksheets/api.ts'
import { marksOf, type MarkReading, readingsOf, unreadCount, withDecided } from './page-marks.ts'
import { ReadQuestion } from './ReadQuestion.tsx'
import style from './Scanning.module.css'

type PageDecision = {
  /** Answers and grades that a person entered. */
  decided: readonly MarkReading[]
  onDecide: (reading: MarkReading) => void
}
type FoundPageFormProps = PageDecision & { centerId: string; found: FoundPage; onSaved: () => void }

/** A page that was recognized in a photograph, with the questions that were printed on it. */
export function FoundPageForm({ centerId, found: { pageId, straight }, ...rest }: FoundPageFormProps) {
  const query = useQuery({ ...read(worksheets.page, { centerId, pageId }), staleTime: Infinity })
  if (query.data) return <PageForm centerId={centerId} page={query.data} straight={straight} {...rest} />
  if (query.error instanceof Problem && query.error.status === 404)
    return (
      <ErrorState
        title={t('This page isn’t from this center.')}
        message={t('It was printed elsewhere, or its work was withdrawn.')}
      />
    )
  return <QueryState query={query} of={t('the page')} lines={4} height="3rem" />
}

type PageFormProps = PageDecision & {
  centerId: string
  page: PrintedPage
  straight: Gray
  onSaved: () => void
}

function PageForm({ centerId, page, straight, decided, onDecide, onSaved }: PageFormProps) {
  const { _id: pageId, firstName, lastName, name, num, of, missing, scannedAt, state } = page
  const queries = useQueryClient()
  const [found] = useState(() => readingsOf(straight, page))
  const readings = withDecided(found, decided)
  const [busy, setBusy] = useState(false)
  const save = useSend(worksheets.save, {
    onSuccess: onSaved,
    onSettled: () => {
      setBusy(false)
      for (const { path } of [studentWork.atWork, worksheets.page])
        void queries.invalidateQueries({ queryKey: [path] })
    },
  })
  const send = async (finish: boolean) => {
    setBusy(true)
    const data = await base64Of(await jpegOf(straight))
    save.mutate({ centerId, pageId, data, marks: marksOf(readings), finish })
  }
  const left = unreadCount(readings)
  const isLast = state === 'started' && missing.every((each) => each === num)
  return (
    <article className="card grid gap-3 pad-4 shrinks" aria-labelledby={`page-${pageId}`}>
      <header>
        <h2 id={`page-${pageId}`}>{fullName({ firstName, lastName })}</h2>
        <p className="quiet">{t('{name}, page {num} of {of}', { name, num, of })}</p>
      </header>
      {save.data ? (
        <SavedPage
          centerId={centerId}
          page={page}
          saved={save.data}
          busy={busy}
          onFinish={() => void send(true)}
        />
      ) : (
        <>
          {scannedAt !== null && (
            <p className="info-ground pad-3-4 rounded">
              {state === 'started'
                ? t('This page has already been saved. Saving it again replaces its photo and answers.')
                : t(
                    'This work has been handed in. Saving this page again replaces its photo and your grades for the handwritten answers. To change other results, open the work.',
                  )}
            </p>
          )}
          <ol className={`${style.questions} grid gap-4`}>
            {page.questions.map((question, at) => {
              const reading = readings[at]
              return (
                reading && (
                  <ReadQuestion
                    key={question.num}
                    straight={straight}
                    question={question}
                    reading={reading}
                    canChange={state === 'started'}
                    onChange={onDecide}
                  />
                )
              )
            })}
          </ol>
          {left > 0 && (
            <p className="quiet">
              {t('No answer or grade, so counted as not answered: {questions}.', {
                questions: counted(left, 'question'),
              })}
            </p>
          )}
          <div>
            <Button kind="primary" busy={busy} onClick={() => void send(false)}>
              {isLast ? t('Save page {num} and hand in', { num }) : t('Save page {num}', { num })}
            </Button>
          </div>
        </>
      )}
    </article>
  )
}

type SavedPageProps = {
  centerId: string
  page: PrintedPage
  saved: { state: PrintedPage['state']; missing: number[] }
  busy: boolean
  onFinish: () => void
}

/** Result of storing a page: the work is handed in, or some of its pages are missing. */
function SavedPage({ centerId, page, saved: { state, missing }, busy, onFinish }: SavedPageProps) {
  const pages = missing.join(', ')
  const viewer = asStaff(
    page.studentId,
    `/centers/${encodeURIComponent(centerId)}/attendance/students/${page.studentId}`,
  )
  return (
    <div className="grid gap-2" role="status">
      <p>
        {state === 'started'
          ? t('Saved. Pages still missing: {pages}.', { pages })
          : t('Saved. The work has been handed in.')}
      </p>
      <div className="cluster gap-2">
        {state === 'started' && (
          <Button busy={busy} onClick={onFinish}>
            {t('Hand in anyway')}
          </Button>
        )}
        <Link
          to={workLink(viewer, { kind: page.kind, _id: page.workId, correct: null })}
          className="target inline-row middle"
        >
          {t('Open the work')}
        </Link>
      </div>
    </div>
  )
}
