import { useQueryClient } from '@tanstack/react-query'
import { schedules } from '../api.ts'
import { classes } from '../classes/api.ts'
import { places } from '../places/api.ts'
import { students } from '#features/students/api.ts'
import { dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { type Credit, credits, type MakeUp } from './api.ts'

const shown = [
  credits.ofStudent,
  credits.makeups,
  places.ofStudent,
  students.one,
  schedules.day,
  classes.list,
]

/**
 * Actions on a student's credits: booking or canceling a make-up, and voiding or restoring a credit. Booking
 * and voiding can be undone.
 */
export function useCredits(centerId: string) {
  const queries = useQueryClient()
  const changed = () => Promise.all(shown.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
  // Don't refetch an open finder, because the request fails once its credit is booked.
  const booked = () =>
    Promise.all(
      shown.map(({ path }) =>
        queries.invalidateQueries({
          queryKey: [path],
          refetchType: path === credits.makeups.path ? 'none' : 'active',
        }),
      ),
    )
  const remove = useSend(places.remove, {
    onSuccess: () => toast(t('Make-up canceled.')),
    onSettled: changed,
  })
  const cancel = (placeId: string) => remove.mutate({ centerId, placeId })
  const enroll = useSend(places.enroll, { onSuccess: booked, onError: changed })
  const change = useSend(credits.change, { onSettled: changed })
  const setVoid = ({ _id: creditId }: Credit, isVoid: boolean) =>
    change.mutate(
      { centerId, creditId, void: isVoid },
      {
        onSuccess: ({ state }) => {
          if (isVoid)
            return toast(t('Credit voided.'), 'success', {
              label: t('Undo'),
              act: () => change.mutate({ centerId, creditId, void: false }),
            })
          toast(
            t(
              state === 'void'
                ? 'The student’s attendance that day earns no credit. Grant one if needed.'
                : 'Credit reopened.',
            ),
          )
        },
      },
    )
  return {
    changed,
    booking: enroll.isPending,
    setVoid,
    cancel,
    canceling: remove.isPending,
    book: ({ _id: creditId, studentId }: Credit, { classId, date }: MakeUp, onDone?: () => void) =>
      enroll.mutate(
        { centerId, classId, studentId, type: 'make-up', startDate: date, creditId },
        {
          onSuccess: ({ _id: placeId }) => {
            onDone?.()
            toast(t('Make-up booked for {day}.', { day: dayInWords(date) }), 'success', {
              label: t('Undo'),
              act: () => cancel(placeId),
            })
          },
        },
      ),
  }
}
