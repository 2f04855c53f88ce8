import { Link } from '@tanstack/react-router'
import { breaks } from '#features/schedule/breaks/api.ts'
import { places } from '#features/schedule/places/api.ts'
import { students } from '#features/students/api.ts'
import type { Endpoint } from '#shared/contract.ts'
import { Problem } from '#shared/problem.ts'
import { t, translateSentence } from '#shared/language.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import type { Oddity } from './api.ts'
import { useOdditiesChange } from './use-oddities-change.ts'

type FixProps = { centerId: string; oddity: Oddity }

/** Endpoints that fix oddities, by the `kind` of a fix. The other kinds are pages. */
const calls: Record<string, Endpoint> = {
  'places.change': places.change,
  'places.remove': places.remove,
  'breaks.change': breaks.change,
  'students.change': students.change,
}
const pages: Record<string, string> = {
  day: '/centers/$centerId/scheduler/$scheduleId',
  roll: '/centers/$centerId/attendance/$classId',
  student: '/centers/$centerId/students/$studentId',
}

/** Button that fixes an oddity, or a link to the page where it can be fixed. */
export function FixButton({ centerId, oddity }: FixProps) {
  const { label, kind, params } = oddity.fix
  const endpoint = calls[kind]
  if (endpoint) return <CallButton centerId={centerId} oddity={oddity} endpoint={endpoint} />
  const { on, ...inPath } = params
  return (
    <Link
      to={pages[kind] as '/'}
      params={{ centerId, ...inPath } as never}
      search={{ on } as never}
      className={buttonClass({})}
    >
      {translateSentence(label)}
      <span className="visually-hidden">: {translateSentence(oddity.text)}</span>
    </Link>
  )
}

function CallButton({ centerId, oddity: { text, fix }, endpoint }: FixProps & { endpoint: Endpoint }) {
  const changed = useOdditiesChange()
  const applyFix = useSend(endpoint, {
    onSuccess: () => {
      toast(t('Fixed.'))
      void changed()
    },
  })
  // The first attempt reported that booked make-ups would also be removed. Pressing the button again confirms
  // that.
  const confirmed = applyFix.error instanceof Problem && applyFix.error.code === 'covers_makeups'
  return (
    <Button
      busy={applyFix.isPending}
      onClick={() => applyFix.mutate({ centerId, ...fix.params, ...(confirmed && { confirmed }) })}
    >
      {translateSentence(fix.label)}
      <span className="visually-hidden">: {translateSentence(text)}</span>
    </Button>
  )
}
