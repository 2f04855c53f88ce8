import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, BookOpen, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { WorkLine as Line } from '#features/practice/api.ts'
import { figuresInWords, isOpen } from '#features/practice/rules.ts'
import { useMoreWork } from '#features/practice/use-more-work.ts'
import { asParent, workLink } from '#features/practice/question-ref.ts'
import { ChildCalendar } from '#features/schedule/calendar/AddressDialog.tsx'
import { dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LinePlot } from '#ui/LinePlot.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Page } from '#ui/Page.tsx'
import { read } from '#web/api.ts'
import { keepPrevious } from '#web/placeholder-data.ts'
import { useLive } from '#web/live.ts'
import { useTitle } from '#web/title.ts'
import { ComingLine } from '#features/family/absences/ComingClasses.tsx'
import { family, type CompletedHomework, type ChildRecord } from '#features/family/api.ts'
import { ChildAttendance } from '#features/family/ChildAttendance.tsx'
import { ChildFacts, ChildHead } from '#features/family/ChildGlance.tsx'
import { ChildPickups } from '#features/family/pickups/ChildPickups.tsx'
import { ChildSettings } from '#features/family/ChildSettings.tsx'
import style from '#features/family/Family.module.css'
import { AwardLine, CreditLine, TestLine } from '#features/family/RecordLines.tsx'
import { ListSection, ShortenedList } from '#features/family/Shortened.tsx'
import { MakeUpActions } from '#features/family/makeups/MakeUpActions.tsx'
import { summaryWords, workWords } from '#features/family/rules.ts'
import { ChildGoal } from '#features/goals/ChildGoal.tsx'
import { ChildMistakes } from '#features/mastery/ChildMistakes.tsx'
import { ChildSkills } from '#features/mastery/ChildSkills.tsx'
import { pointNames } from '#features/students/score-words.ts'

const page = getRouteApi('/family/parent/students/$studentId')

/**
 * Page for one child: today's information, progress (work, scores, tests, awards), classes (upcoming ones,
 * make-ups, attendance), and settings.
 */
export function ChildPage() {
  const { studentId: id } = page.useParams()
  const { works, showMore } = useMoreWork(id)
  const { data, error, refetch, isFetching } = useQuery({
    ...read(family.child, { id, works }),
    placeholderData: keepPrevious({ id }),
  })
  useLive(`student:${id}`, ['work', 'answer', 'attendance', 'schedule'], [family.child])
  useTitle(data ? data.firstName : null)
  return (
    <Page width="medium" centered padded>
      <Link to="/parent" className={`${style.back} inline-row middle gap-2 quiet bold target no-underline`}>
        <ArrowLeft aria-hidden /> {t('Dashboard')}
      </Link>
      {!data && (
        <QueryState
          query={{ error, isFetching, refetch }}
          of={t('this child')}
          lines={4}
          height="6rem"
          page
        />
      )}
      {data && <Record child={data} more={data.more ? { busy: isFetching, show: showMore } : null} />}
    </Page>
  )
}

type RecordProps = {
  child: ChildRecord
  /** Loads more work; null if there is no more. */
  more: { busy: boolean; show: () => void } | null
}

/** Parts of the page with their anchors, in order of interest to a parent. */
const parts = { today: 'Today', progress: 'Progress', classes: 'Classes', settings: 'Settings' } as const

const Index = () => (
  <nav className={`${style.index} row gap-1`} aria-label={t('On this page')}>
    {Object.entries(parts).map(([id, word]) => (
      <a key={id} href={`#${id}`} className="inline-row middle target bold no-underline rounded">
        {t(word)}
      </a>
    ))}
  </nav>
)

const Group = ({ id, children }: { id: keyof typeof parts; children: ReactNode }) => (
  <div id={id} className={`${style.group} grid column gap-4`}>
    {children}
  </div>
)

function Record({ child, more }: RecordProps) {
  return (
    <>
      <Index />
      <Group id="today">
        <section className={`${style.panel} grid column gap-4 pad-5 surface ink`}>
          <ChildHead child={child} heading="h1" />
          <p>
            <strong>{summaryWords(child.firstName, child.summary)}</strong>
          </p>
          <ChildFacts child={child} />
          <ChildGoal childId={child._id} name={child.firstName} />
        </section>
      </Group>
      <Group id="progress">
        <WorkLists child={child} more={more} />
        <ChildSkills childId={child._id} />
        <ChildMistakes childId={child._id} name={child.firstName} />
        <Progress points={child.progress} />
        <ListSection title={t('Tests on paper')} items={child.tests} idOf={({ _id }) => _id} most={3}>
          {(test) => <TestLine test={test} />}
        </ListSection>
        <ListSection title={t('Awards')} items={child.awards} idOf={({ _id }) => _id} most={3}>
          {(award) => <AwardLine award={award} childId={child._id} />}
        </ListSection>
        <ListSection title={t('Activities')} items={child.activities} idOf={({ _id }) => _id} most={3}>
          {(activity) => <ActivityLine activity={activity} />}
        </ListSection>
      </Group>
      <Group id="classes">
        <Classes child={child} />
      </Group>
      <Group id="settings">
        <ChildPickups child={child} />
        <ChildSettings child={child} />
        <ChildSections child={child} />
      </Group>
    </>
  )
}

/** Upcoming classes, make-ups and attendance. */
function Classes({ child }: { child: ChildRecord }) {
  const { _id: childId, firstName: name, centers } = child
  return (
    <>
      <ListSection
        title={t('Upcoming classes')}
        items={child.coming}
        idOf={({ classId, on }) => `${classId} ${on}`}
        most={4}
      >
        {(coming) => (
          <ComingLine childId={childId} name={name} coming={coming} several={centers.length > 1} />
        )}
      </ListSection>
      <ListSection title={t('Make-ups')} items={child.credits} idOf={({ _id }) => _id}>
        {(credit) => (
          <div className={`${style.makeup} cluster middle apart gap-2`}>
            <CreditLine credit={credit} />
            <MakeUpActions credit={credit} childId={childId} name={name} />
          </div>
        )}
      </ListSection>
      <ChildAttendance marks={child.attendance} />
      <div>
        <ChildCalendar childId={childId} name={name} />
      </div>
    </>
  )
}

const ChildSections = ({ child }: { child: ChildRecord }) => (
  <section className={`${style.panel} grid column gap-4 pad-5 surface ink`} aria-labelledby="kept">
    <h2 id="kept">{t('Everything we keep about {firstName}', { firstName: child.firstName })}</h2>
    <p className="fine-print">
      {t('Read it, print it or save it as a file. We record each time someone opens it.')}
    </p>
    <div>
      <Link
        to="/parent/students/$studentId/record"
        params={{ studentId: child._id }}
        className={buttonClass({ kind: 'secondary' })}
      >
        <FileText aria-hidden /> {t('View all records')}
      </Link>
    </div>
  </section>
)

/** Compares work: open work comes first, by due date; all other work keeps its order, newest first. */
const byDueDate = (one: Line, other: Line) =>
  Number(isOpen(other)) - Number(isOpen(one)) ||
  (isOpen(one) ? (one.dueOn ?? '9').localeCompare(other.dueOn ?? '9') : 0)

function WorkLists({ child, more }: RecordProps) {
  return (
    <section className={`${style.panel} grid column gap-4 pad-5 surface ink`} aria-labelledby="work">
      <h2 id="work">{t('Work')}</h2>
      {child.work.length === 0 ? (
        <EmptyState icon={<BookOpen aria-hidden />} title={t('No work yet')}>
          {t('Homework, tests and assessments appear here with their results.')}
        </EmptyState>
      ) : (
        <ShortenedList items={child.work.toSorted(byDueDate)} idOf={({ _id }) => _id}>
          {(work) => <WorkLine childId={child._id} work={work} />}
        </ShortenedList>
      )}
      {more && (
        <Button kind="quiet" busy={more.busy} onClick={more.show}>
          {t('Show more')}
        </Button>
      )}
    </section>
  )
}

function WorkLine({ childId, work }: { childId: string; work: Line }) {
  const { kind, name, correct, total } = work
  return (
    <Link
      to={workLink(asParent(childId), work)}
      className={`${style.work} grid column gap-1 breakable ink target no-underline`}
    >
      {correct === null || total === null || (kind === 'homework' && work.state !== 'returned') ? (
        <span className={style.name}>{name}</span>
      ) : (
        <ProgressBar label={name} done={correct} of={total} />
      )}
      <span className="fine-print">{workWords(work)}</span>
    </Link>
  )
}

/** Scores on tests and homework by chapter, as staff see them. A plot needs at least two chapters. */
function Progress({ points }: { points: ChildRecord['progress'] }) {
  if (points.length < 2) return null
  return (
    <section className={`${style.panel} grid column gap-4 pad-5 surface ink`} aria-label={t('Progress')}>
      <LinePlot
        label={t('Scores on tests (first try) and homework, by chapter')}
        head={t('Chapter')}
        points={pointNames(points)}
        lines={[
          { name: t('Tests'), values: points.map((each) => each.tests), bridged: true },
          { name: t('Homework'), values: points.map((each) => each.homework), bridged: true },
        ]}
        most={100}
        unit="%"
      />
    </section>
  )
}

function ActivityLine({ activity }: { activity: CompletedHomework }) {
  const { date, name, level, chapter } = activity
  return (
    <div className={`${style.activity} grid column gap-1 breakable ink target`}>
      <span className="fine-print">{dayInWords(date)}</span>
      <span className={style.name}>{name}</span>
      <span className="fine-print">{t('{level}, chapter {chapter}', { level, chapter })}</span>
      <span>{figuresInWords(activity)}</span>
    </div>
  )
}
