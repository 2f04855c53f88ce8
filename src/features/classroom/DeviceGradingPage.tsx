import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useSeat } from './use-seat.ts'
import { t } from '#shared/language.ts'
import { useTitle } from '#web/title.ts'
import { Grading } from '#features/grading/Grading.tsx'
import type { Filter } from '#features/grading/rules.ts'

/**
 * `/centers/{centerId}/{role}/{userId}/grading` (spec §2): ungraded answers of students expected today, on a
 * classroom device.
 */
export function DeviceGradingPage() {
  const { centerId, root } = useSeat()
  const [filter, setFilter] = useState<Filter>({})
  useTitle(t('Grading'))
  return (
    <>
      <Link to={root} className="inline-row middle gap-2 quiet bold target no-underline">
        <ArrowLeft aria-hidden /> {t('Classes today')}
      </Link>
      <Grading centerId={centerId} filter={filter} onFilter={setFilter} />
    </>
  )
}
