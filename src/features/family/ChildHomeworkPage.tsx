import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, BookOpen, Check, Lightbulb, MessageSquareText, X } from 'lucide-react'
import type { Work } from '#features/practice/api.ts'
import { childsWork } from '#features/practice/answering/api.ts'
import { questionWord, type QuestionWord } from '#features/practice/describe-answer.ts'
import { asParent, links, type Stop, stopsOf } from '#features/practice/question-ref.ts'
import { dayInWords } from '#shared/day-text.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Page } from '#ui/Page.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { useTitle } from '#web/title.ts'
import style from './Family.module.css'

const page = getRouteApi('/family/parent/students/$studentId/homework/$hwId/sections')

/** A child's homework: its result, and the result of every question with the number of hints used. */
export function ChildHomeworkPage() {
  const { studentId: id, hwId } = page.useParams()
  const { data, error, refetch, isFetching } = useQuery(
    read(childsWork.homework.item, { studentId: id, id: hwId }),
  )
  useLive(`student:${id}`, ['work', 'answer'], [childsWork.homework.item])
  useTitle(data ? data.name : null)
  return (
    <Page width="medium" centered padded>
      <Link
        to="/parent/students/$studentId"
        params={{ studentId: id }}
        className={`${style.back} inline-row middle gap-2 quiet bold target no-underline`}
      >
        <ArrowLeft aria-hidden /> {t('Back')}
      </Link>
      {!data && (
        <QueryState
          query={{ error, isFetching, refetch }}
          of={t('this homework')}
          lines={3}
          height="6rem"
          page
        />
      )}
      {data && <Sections homework={data} child={id} />}
    </Page>
  )
}

function Sections({ homework, child }: { homework: Work; child: string }) {
  const stops = stopsOf(homework, asParent(child))
  return (
    <>
      <section className={`${style.panel} grid column gap-4 pad-5 surface ink`}>
        <h1>{homework.name}</h1>
        <Figures homework={homework} />
      </section>
      {homework.state === 'assigned' ? (
        <EmptyState icon={<BookOpen aria-hidden />} title={t('Not started yet')}>
          {t('Once your child starts, every question will appear here with its result.')}
        </EmptyState>
      ) : (
        homework.sections.map((section) => (
          <section
            key={section.num}
            className={`${style.panel} grid column gap-4 pad-5 surface ink`}
            aria-labelledby={`section-${section.num}`}
          >
            <h2 id={`section-${section.num}`}>{section.name}</h2>
            <ol className={`${style.map} grid gap-1-3`}>
              {stops
                .filter(({ ref }) => ref.section === section.num)
                .map((stop) => (
                  <Question key={stop.ref.num} stop={stop} word={questionWord(stop.question, homework)} />
                ))}
            </ol>
          </section>
        ))
      )}
    </>
  )
}

function Figures({ homework }: { homework: Work }) {
  const { correct, total, hint, answered, questions, dueOn, state } = homework
  if (state === 'submitted') return <p>{t('Complete. Grading in progress.')}</p>
  if (correct !== null && total !== null)
    return (
      <>
        <ProgressBar label={t('Right answers')} done={correct} of={total} />
        <p className="fine-print">
          {hint ? t('Hints were used on {hint} of {total} questions.', { hint, total }) : t('Without hints.')}
        </p>
      </>
    )
  return (
    <>
      {dueOn && <p className="fine-print">{t('Due {dueOn}', { dueOn: dayInWords(dueOn) })}</p>}
      {state === 'started' && <ProgressBar label={t('Answered')} done={answered} of={questions} />}
    </>
  )
}

function Question({ stop: { ref, question }, word }: { stop: Stop; word: QuestionWord }) {
  const { sequenceQuesNum, hintSteps, comment } = question
  return (
    <li>
      <Link
        to={links(ref).question}
        className={`${style.question} row middle gap-2 tabular ink target no-underline`}
        data-word={word}
      >
        <span className={`${style.dot} grid center`} aria-hidden>
          {word === 'right' ? (
            <Check />
          ) : word === 'not right' ? (
            <X />
          ) : word === 'partly right' ? (
            '½'
          ) : (
            sequenceQuesNum
          )}
        </span>
        <span>
          {sequenceQuesNum} <strong>{t(word)}</strong>
          {hintSteps > 0 && (
            <span className={`${style.hints} fine-print row middle gap-1`}>
              <Lightbulb aria-hidden /> {counted(hintSteps, 'hint')}
            </span>
          )}
          {comment && (
            <span className={`${style.hints} fine-print row middle gap-1`}>
              <MessageSquareText aria-hidden /> {t('comment')}
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}
