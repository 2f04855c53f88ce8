import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { t } from '#shared/language.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Loading } from '#ui/Loading.tsx'
import { read } from '#web/api.ts'
import style from '../Family.module.css'
import { makeups } from './api.ts'
import { toBookInWords } from './makeup-words.ts'

/** Panel on a parent's home page about the make-ups of all children. Renders nothing if there are none. */
export function MakeUpsToBook() {
  const { data = [], isPending } = useQuery(read(makeups.list, {}))
  if (isPending) return <Loading />
  if (data.length === 0) return null
  const canBook = data.some((credit) => credit.canBook)
  return (
    <section className={`${style.panel} pad-5 surface ink`} aria-label={t('Make-ups')}>
      <div className="cluster middle apart gap-3">
        <p className={style.name}>{toBookInWords(data) ?? t('All make-ups are booked')}</p>
        <Link to="/parent/makeups" className={buttonClass({ kind: canBook ? 'primary' : 'secondary' })}>
          {canBook && <CalendarPlus aria-hidden />}
          {canBook ? t('Book make-ups') : t('View make-ups')}
        </Link>
      </div>
    </section>
  )
}
