import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BookOpen, FileUp, Lightbulb, ListChecks, Plus, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { RowMenu } from '#ui/RowMenu.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Page } from '#ui/Page.tsx'
import { call, read } from '#web/api.ts'
import { may, useMe } from '#web/session.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useTitle } from '#web/title.ts'
import { material, type Course, type Level } from './api.ts'
import { CourseSheet } from './CourseSheet.tsx'
import { DropDialog } from './DropDialog.tsx'
import { LevelSheet } from './LevelSheet.tsx'
import { OrderedRows } from './moving/OrderedRows.tsx'
import { useMoving } from './moving/use-moving.ts'
import { movedTo } from './rules.ts'
import style from './Material.module.css'

type OpenDialog =
  | { dialog: 'course' | 'drop course'; course: Course | null }
  | { dialog: 'level' | 'drop level'; course: Course; level: Level | null }

/** Page for all courses with their levels. */
export function MaterialPage() {
  useTitle(t('Material editor'))
  const courses = useQuery(read(material.courses, {}))
  const levels = useQuery(read(material.levels, {}))
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const newCourse = (
    <Button
      kind="primary"
      icon={<Plus aria-hidden />}
      onClick={() => setOpen({ dialog: 'course', course: null })}
    >
      {' '}
      {t('New course')}{' '}
    </Button>
  )
  const failed = courses.error ?? levels.error
  return (
    <Page>
      <PageHead
        title={t('Material editor')}
        actions={<Actions>{courses.data?.length !== 0 && newCourse}</Actions>}
      />
      {courses.data && levels.data ? (
        <>
          {courses.data.length === 0 && (
            <EmptyState icon={<BookOpen />} title={t('No courses yet')} action={newCourse}>
              {' '}
              {t(
                'Create a course, add a level, and add its chapters. Questions go into the sections of a chapter.',
              )}{' '}
            </EmptyState>
          )}
          {courses.data.map((course) => (
            <CourseCard
              key={course._id}
              course={course}
              levels={levels.data.filter(({ courseId }) => courseId === course._id)}
              onOpen={setOpen}
            />
          ))}
        </>
      ) : failed ? (
        <ErrorState
          title={t('The courses couldn’t be loaded.')}
          message={sentenceFor(failed)}
          busy={courses.isFetching || levels.isFetching}
          onRetry={() => void Promise.all([courses.refetch(), levels.refetch()])}
        />
      ) : (
        <Skeleton label={t('Loading courses')} lines={6} height="2.5rem" />
      )}
      {open && <MaterialDialog open={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

/** Links to related pages, shown to users who may open them. */
function Actions({ children }: { children: ReactNode }) {
  const me = useMe()
  return (
    <>
      <Link to="/material-editor/search" className={buttonClass({})}>
        <Search aria-hidden /> {t('Search')}
      </Link>
      {may(me, 'questions.review') && (
        <Link to="/material-editor/review" className={buttonClass({})}>
          <ListChecks aria-hidden /> {t('Review')}
        </Link>
      )}
      {may(me, 'hints.manage') && (
        <Link to="/material-editor/hints" className={buttonClass({})}>
          <Lightbulb aria-hidden /> {t('Hints')}{' '}
        </Link>
      )}
      {may(me, 'questions.import') && (
        <Link to="/material-import" className={buttonClass({})}>
          <FileUp aria-hidden /> {t('Import')}{' '}
        </Link>
      )}
      {children}
    </>
  )
}

function MaterialDialog({ open, onClose }: { open: OpenDialog; onClose: () => void }) {
  if (open.dialog === 'course') return <CourseSheet course={open.course} onClose={onClose} />
  if (open.dialog === 'level') return <LevelSheet course={open.course} level={open.level} onClose={onClose} />
  const record = open.dialog === 'drop level' ? open.level : open.course
  if (!record) return null
  const endpoint = open.dialog === 'drop level' ? material.dropLevel : material.dropCourse
  return (
    <DropDialog
      itemName={open.dialog === 'drop level' ? t('level “{name}”', record) : t('course “{name}”', record)}
      drop={() => call(endpoint, { id: record._id })}
      onClose={onClose}
    >
      {' '}
      {t('You can delete it only if it’s empty.')}{' '}
    </DropDialog>
  )
}

function CourseCard({ course, levels, onOpen }: LevelsProps) {
  const mayDrop = may(useMe(), 'material.remove')
  const name = course.name
  const addLevel = (
    <Button
      kind="quiet"
      icon={<Plus aria-hidden />}
      onClick={() => onOpen({ dialog: 'level', course, level: null })}
    >
      {' '}
      {t('Add level')}{' '}
    </Button>
  )
  return (
    <section className={`${style.card} card`} aria-labelledby={`course-${course._id}`}>
      <header className={`${style.cardHead} cluster middle gap-1-3`}>
        <h2 id={`course-${course._id}`}>{name}</h2>
        <span className="quiet">{t(course.subject)}</span>
        <span className={`${style.push} grow`} />
        {addLevel}
        <RowMenu
          of={t('course {name}', { name })}
          change={{ label: t('Change'), onClick: () => onOpen({ dialog: 'course', course }) }}
          onDrop={mayDrop ? () => onOpen({ dialog: 'drop course', course }) : undefined}
        />
      </header>
      {levels.length === 0 ? (
        <p className="pad-3-4 quiet ruled">
          {' '}
          {t('No levels yet. A level, such as one school year of this course, contains chapters.')}{' '}
        </p>
      ) : (
        <Levels course={course} levels={levels} onOpen={onOpen} />
      )}
    </section>
  )
}

type LevelsProps = { course: Course; levels: Level[]; onOpen: (open: OpenDialog) => void }

function Levels({ course, levels, onOpen }: LevelsProps) {
  const mayDrop = may(useMe(), 'material.remove')
  const move = useMoveLevel(course._id)
  return (
    <OrderedRows
      label={t('Levels in {name}', course)}
      items={levels}
      onMove={(from, to) => {
        const level = levels[from]
        if (level) move({ id: level._id, from: from + 1, to: to + 1 })
      }}
      renderRow={(level, moving) => (
        <>
          <Link
            to="/material-editor/$levelId"
            params={{ levelId: level._id }}
            className={`${style.name} bold breakable ink no-underline`}
            draggable={false}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          >
            {level.name}
          </Link>
          <span className={`${style.figures} quiet`} data-figures>
            {t('{done} of {of}', { done: level.chapters, of: counted(level.chapterCount, 'chapter') })}
          </span>
          <span className={`${style.figures} quiet`} data-figures>
            {counted(level.questions, 'question')}
          </span>
          <RowMenu
            of={t('level {name}', level)}
            change={{ label: t('Change'), onClick: () => onOpen({ dialog: 'level', course, level }) }}
            onDrop={mayDrop ? () => onOpen({ dialog: 'drop level', course, level }) : undefined}
          >
            {moving}
          </RowMenu>
        </>
      )}
    />
  )
}

/** Returns a function that moves a level to another position in its course, counted from 1. */
function useMoveLevel(courseId: string) {
  return useMoving(read(material.levels, {}).queryKey, {
    send: ({ id, to }) => call(material.changeLevel, { id, order: to }),
    done: (stored: Level[], { from, to }: { id: string; from: number; to: number }) => {
      const own = stored
        .filter((level) => level.courseId === courseId)
        .map((level, index) => ({ ...level, num: index + 1 }))
      const moved = movedTo(own, from, to).values()
      return stored.map((level) => (level.courseId === courseId ? (moved.next().value ?? level) : level))
    },
  })
}
