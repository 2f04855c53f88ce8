import { useQuery } from '@tanstack/react-query'
import { Check, MapPin, Medal, Star } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { t } from '#shared/language.ts'
import { Loading } from '#ui/Loading.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { useMe } from '#web/session.tsx'
import { ownPath, type Path, type PathChapter } from './api.ts'
import style from './OwnPath.module.css'

/**
 * Draws the student's paths: the chapters of each level as stops, then the next medal. If they can't be
 * loaded, nothing is shown, because the page is complete without them.
 */
export function OwnPath() {
  const me = useMe()
  const { data, isPending } = useQuery(read(ownPath.read, {}))
  useLive(`student:${me._id}`, ['work'], [ownPath.read])
  if (isPending) return <Loading />
  return data?.map((path) => <PathCard key={path._id} path={path} />)
}

function PathCard({ path: { subject, level, here, chapters, medal } }: { path: Path }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('Your path: {level}', { level: level ?? t(subject) })}</h2>
      <ol className={`${style.path} card grid`}>
        {chapters.map((chapter) => (
          <ChapterStop key={chapter.num} chapter={chapter} here={here} />
        ))}
        <li className={style.stop}>
          <Ring of={medal.of} filled={medal.good} look="medal">
            <Medal />
          </Ring>
          <strong>{t('Next medal')}</strong>
          <span className="fine-print" data-figures>
            {t('{good} of {of} tests at 90% or more', medal)}
          </span>
        </li>
      </ol>
    </section>
  )
}

function ChapterStop({ chapter, here }: { chapter: PathChapter; here: number | null }) {
  const { num, name, sections, mastered, star } = chapter
  const isHere = num === here
  // A student who was placed further ahead hasn't practiced this chapter and doesn't need to.
  const isSkipped = here !== null && num < here && mastered === 0
  return (
    <li className={style.stop} aria-current={isHere ? 'step' : undefined}>
      <Ring of={sections} filled={mastered} look="chapter">
        {mastered === sections ? <Check /> : <b>{num}</b>}
      </Ring>
      <strong>{name}</strong>
      <span className="fine-print" data-figures>
        {isSkipped
          ? t('You’re past this one')
          : t('{mastered} of {sections} mastered', { mastered, sections })}
      </span>
      {star && (
        <span className={`${style.star} fine-print inline-row middle gap-1`}>
          <Star aria-hidden /> {t('90% or more on the test')}
        </span>
      )}
      {isHere && (
        <span className={`${style.here} fine-print inline-row middle gap-1 bold`}>
          <MapPin aria-hidden /> {t('You’re here')}
        </span>
      )}
    </li>
  )
}

type RingProps = { of: number; filled: number; look: 'chapter' | 'medal'; children: ReactNode }

/** A ring of `of` segments, the first `filled` of them highlighted. */
const Ring = ({ of, filled, look, children }: RingProps) => (
  <span className={`${style.ring} grid center`} data-look={look} aria-hidden>
    <svg viewBox="0 0 100 100">
      {Array.from({ length: of }, (_, part) => (
        <circle
          key={part}
          cx="50"
          cy="50"
          r="44"
          pathLength={of}
          strokeDasharray={of === 1 ? undefined : `0.86 ${of - 0.86}`}
          strokeDashoffset={-part}
          data-filled={part < filled || undefined}
        />
      ))}
    </svg>
    {children}
  </span>
)
