import { useQueryClient } from '@tanstack/react-query'
import { family } from '../api.ts'
import { dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { absences, type ComingClass } from './api.ts'
import { followsInWords } from '#features/schedule/credits/absence-credit.ts'

type ChildClass = { childId: string; coming: ComingClass }

const shown = [family.children, family.child]

/** Formats a class and its date: `Math 5 on Thu, Mar 5`. */
export const classInWords = ({ name, on }: Pick<ComingClass, 'name' | 'on'>) =>
  t('{name} on {on}', { name, on: dayInWords(on) })

/**
 * Returns functions that report that a child can't come to a class and that withdraw the report. A toast
 * shows the consequence and lets the user undo the report.
 */
export function useAbsences({ childId, coming }: ChildClass) {
  const queries = useQueryClient()
  const which = { id: childId, classId: coming.classId, on: coming.on }
  const changed = () => Promise.all(shown.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
  const withdraw = useSend(absences.withdraw, {
    onSuccess: () => toast(t('The center expects your child in {coming}.', { coming: classInWords(coming) })),
    onSettled: () => void changed(),
  })
  const takeBack = () => withdraw.mutate(which)
  const report = useSend(absences.tell, {
    onSuccess: (outcome) =>
      toast(t('The center has been notified. {outcome}', { outcome: followsInWords(outcome) }), 'success', {
        label: t('Undo'),
        act: takeBack,
      }),
    // The dialog shows the error.
    onError: () => {},
    onSettled: () => void changed(),
  })
  return { which, report, takeBack, takingBack: withdraw.isPending }
}
