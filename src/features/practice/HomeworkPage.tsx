import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { dayInWords } from '#shared/day-text.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { Celebration } from '#ui/Celebration.tsx'
import { SavedState } from '#ui/SavedState.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { useOutbox } from '#web/outbox.ts'
import { useMe } from '#web/session.tsx'
import { useTitle } from '#web/title.ts'
import type { Work } from './api.ts'
import { ownWork } from './answering/api.ts'
import { CompleteDialog } from './CompleteDialog.tsx'
import style from './HomeworkPage.module.css'
import { nextStop } from './next-stop.ts'
import { QuestionMap } from './QuestionMap.tsx'
import { NextStep } from './NextStep.tsx'
import { figuresInWords, deservesCelebration, isOpen } from './rules.ts'
import { asStudent, links, type Stop, stopsOf } from './question-ref.ts'
import { useWorkChange } from './use-work-change.ts'

const page = getRouteApi('/family/student/homework/$hwId/sections')

/**
 * Page for one homework assignment: a button to start it, then its sections with a dot for every question and
 * a button to hand it in, and finally the result.
 */
export function HomeworkPage() {
  const { hwId: id } = page.useParams()
  const me = useMe()
  const outbox = useOutbox()
  const { data, error, refetch } = useQuery(read(ownWork.homework.item, { id }))
  useLive(`student:${me._id}`, ['work', 'answer'], [ownWork.homework.item])
  useTitle(data ? data.name : null)
  return (
    <div className={style.page}>
      <header className="cluster middle apart gap-2">
        <Link to="/student" className="inline-row middle gap-2 quiet bold target no-underline">
          <ArrowLeft aria-hidden /> {t('Home')}
        </Link>
        <SavedState state={outbox.word} waiting={outbox.unsent.length} />
      </header>
      {data ? (
        <Item homework={data} />
      ) : (
        <QueryState query={{ error, refetch }} of={t('this homework')} lines={5} page />
      )}
    </div>
  )
}

function Item({ homework }: { homework: Work }) {
  const { name, dueOn, state, sections, warmUp } = homework
  const stops = stopsOf(homework, asStudent)
  return (
    <>
      <h1>{warmUp ? t('Warm-up') : name}</h1>
      {dueOn && isOpen(homework) && <p className="quiet">{t('Due {dueOn}', { dueOn: dayInWords(dueOn) })}</p>}
      {state === 'assigned' && <StartHomework homework={homework} />}
      {state === 'started' && <HomeworkActions homework={homework} />}
      {!isOpen(homework) && <Result homework={homework} />}
      {state !== 'assigned' &&
        sections.map((section) => (
          <Section key={section.num} homework={homework} section={section} stops={stops} />
        ))}
    </>
  )
}

function useOpenQuestion() {
  const navigate = useNavigate()
  return (homework: Work) => {
    const stops = stopsOf(homework, asStudent)
    const stop = nextStop(stops) ?? stops[0]
    if (stop) void navigate({ to: links(stop.ref).question })
  }
}

function StartHomework({ homework }: { homework: Work }) {
  const start = useWorkChange(
    { viewer: asStudent, kind: 'homework', workId: homework._id },
    { onDone: useOpenQuestion() },
  )
  return (
    <div className={`${style.begin} pad-5 surface`}>
      <p>
        {t(
          '{questions}, three tries each. There are hints if you need them. Your answers are saved as you go.',
          {
            questions: homework.questions === 1 ? t('One question') : counted(homework.questions, 'question'),
          },
        )}
      </p>
      <Button kind="primary" busy={start.isPending} onClick={() => start.change('started')}>
        {t('Start')}
      </Button>
    </div>
  )
}

function HomeworkActions({ homework }: { homework: Work }) {
  const openQuestion = useOpenQuestion()
  const [completing, setCompleting] = useState(false)
  const finished = homework.sections.every(({ questions }) => questions.every(({ over }) => over))
  return (
    <div className={`${style.actions} cluster gap-3`}>
      <Button kind={finished ? 'secondary' : 'primary'} onClick={() => openQuestion(homework)}>
        {finished ? t('Review') : t('Continue')}
      </Button>
      <Button kind={finished ? 'primary' : 'secondary'} onClick={() => setCompleting(true)}>
        {t('Hand in')}
      </Button>
      <CompleteDialog
        work={homework}
        viewer={asStudent}
        open={completing}
        onClose={() => setCompleting(false)}
        onDone={() => {}}
      />
    </div>
  )
}

function Result({ homework }: { homework: Work }) {
  const { state } = homework
  if (state === 'submitted' || state === 'graded')
    return (
      <Celebration word={t('Homework complete!')}>
        <p>{t('Your teacher is grading it. Your result will show up here.')}</p>
      </Celebration>
    )
  return (
    <Celebration
      word={deservesCelebration(homework) ? t('Homework complete!') : t('Homework handed in.')}
      quiet={!deservesCelebration(homework)}
    >
      <p>{figuresInWords(homework)}.</p>
      <NextStep work={homework} />
    </Celebration>
  )
}

type SectionProps = { homework: Work; section: Work['sections'][number]; stops: readonly Stop[] }

function Section({ homework, section, stops }: SectionProps) {
  return (
    <section className={`${style.section} pad-5 surface`} aria-labelledby={`section-${section.num}`}>
      <h2 id={`section-${section.num}`}>{section.name}</h2>
      <QuestionMap work={homework} stops={stops.filter(({ ref }) => ref.section === section.num)} />
    </section>
  )
}
