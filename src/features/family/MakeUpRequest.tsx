import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { buttonClass } from '#ui/Button.tsx'
import { read } from '#web/api.ts'
import { family } from './api.ts'
import type { FamilyCredit } from './makeups/api.ts'

type MakeUpRequestProps = { credit: FamilyCredit; name: string }

/**
 * Link for asking the center to book a make-up class for an open credit, by email or, if the center has no
 * email address, by phone. Renders nothing if neither is possible or the credit isn't open.
 */
export function MakeUpRequest({ credit: { center, className, missedOn, state }, name }: MakeUpRequestProps) {
  const { data } = useQuery(read(family.centers, {}))
  const at = data?.find(({ _id }) => _id === center)
  if (state !== 'open' || !at || (at.email === '' && at.phone === '')) return null
  const missed = t('{className} on {missedOn}', { className, missedOn: dayInWords(missedOn) })
  const subject = encodeURIComponent(t('Make-up class for {name}', { name }))
  const body = encodeURIComponent(
    t('{name} has a make-up credit for {missed}.\nThese days and times work for us: ', { name, missed }),
  )
  const href = at.email === '' ? `tel:${at.phone}` : `mailto:${at.email}?subject=${subject}&body=${body}`
  return (
    <a
      href={href}
      className={buttonClass({ kind: 'secondary' })}
      aria-label={t('Request a make-up class for {missed}', { missed })}
    >
      <CalendarPlus aria-hidden /> {t('Request a make-up class')}
    </a>
  )
}
