import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, Mail } from 'lucide-react'
import { useState } from 'react'
import type { News } from '#features/schedule/news.ts'
import { reasonsToWatch } from '#features/students/figures.ts'
import { anchorOf } from '#features/students/Part.tsx'
import { fullName } from '#shared/full-name.ts'
import { t, translateSentence } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Sentence } from '#ui/Sentence.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { dashboard, type WatchedStudent } from './api.ts'
import style from './Dashboard.module.css'
import { later } from '#web/later.tsx'

const NewsSheet = later(() => import('#features/emails/ComposeSheet.tsx').then((part) => part.NewsSheet))

const newsOf = ({ _id, firstName }: WatchedStudent): News => ({
  audience: { studentIds: [_id] },
  subject: t('How {firstName} is doing', { firstName }),
  body: t(
    'Dear {parent},\n\nWe would like to talk with you about {firstName}. When can we call you?\n\n{center}',
    { parent: '{{parent}}', firstName, center: '{{center}}' },
  ),
})

/** Titles of the parts of the student's page that the reasons link to. */
const parts: Record<string, string> = {
  attendance: 'Attendance',
  tests: 'Tests',
  work: 'Work',
  'make-ups': 'Make-ups',
}

/**
 * Students who miss classes or fall behind, the most urgent first. Each reason links to the relevant part of
 * the student's page.
 */
export function StudentsToWatch({ centerId, part }: { centerId: string; part: string | undefined }) {
  const { data, error } = useQuery(read(dashboard.read, { centerId }))
  const [news, setNews] = useState<News | null>(null)
  if (!data)
    return error ? null : <Skeleton label={t('Loading the students to watch')} lines={4} height="3rem" />
  const { watched, watchedCount } = data
  return (
    <section className={part} aria-labelledby="to-watch">
      <div className="cluster middle apart gap-2">
        <h2 id="to-watch">{t('Students to watch')}</h2>
        {watchedCount > 0 && (
          <Link
            to="/centers/$centerId/students"
            params={{ centerId }}
            search={{ watch: true, sort: 'absences', down: true }}
          >
            {t('See all {count}', { count: watchedCount })}
          </Link>
        )}
      </div>
      {watched.length === 0 ? (
        <p className="quiet row middle gap-2 target">
          <CircleCheck size={18} aria-hidden /> {t('No students to watch right now.')}
        </p>
      ) : (
        <ul className={style.watched}>
          {watched.map((student) => (
            <Row
              key={student._id}
              centerId={centerId}
              student={student}
              onWrite={() => setNews(newsOf(student))}
            />
          ))}
        </ul>
      )}
      {news && <NewsSheet centerId={centerId} news={news} onClose={() => setNews(null)} />}
    </section>
  )
}

function Row({
  centerId,
  student,
  onWrite,
}: {
  centerId: string
  student: WatchedStudent
  onWrite: () => void
}) {
  const to = {
    to: '/centers/$centerId/students/$studentId',
    params: { centerId, studentId: student._id },
  } as const
  const name = fullName(student)
  return (
    <li className="row middle apart gap-2">
      <div className="grow shrinks">
        <Link {...to} className="inline-row middle bold ink target no-underline breakable">
          {name}
        </Link>
        <p className="cluster gap-1-3 small">
          {reasonsToWatch(student.figures).map((reason) => (
            <Link key={reason.part} {...to} hash={anchorOf(t(parts[reason.part] ?? ''))}>
              {translateSentence(reason.text)}
            </Link>
          ))}
        </p>
      </div>
      <Button kind="quiet" icon={<Mail aria-hidden />} onClick={onWrite}>
        <Sentence
          text="Message{whom}"
          whom={<span className="visually-hidden">{t(' the family of {name}', { name })}</span>}
        />
      </Button>
    </li>
  )
}
