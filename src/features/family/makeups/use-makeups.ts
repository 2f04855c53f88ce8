import { useQueryClient } from '@tanstack/react-query'
import { dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { family } from '../api.ts'
import { type ChildCredit, makeups } from './api.ts'

const shown = [makeups.list, makeups.classes, family.children, family.child]

/** Returns mutations that book, move and cancel make-ups. The dialogs show their errors. */
export function useMakeups() {
  const queries = useQueryClient()
  const changed = () => Promise.all(shown.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
  const quietly = { onError: () => {}, onSettled: () => void changed() }
  const sendOptions = (done: (day: string) => string) => ({
    ...quietly,
    onSuccess: ({ place }: ChildCredit) =>
      toast(
        place?.waits
          ? t('The seat is held. You’ll get an email when the center confirms it.')
          : done(place ? dayInWords(place.on) : ''),
      ),
  })
  return {
    book: useSend(
      makeups.book,
      sendOptions((day) => t('Make-up booked for {day}.', { day })),
    ),
    move: useSend(
      makeups.move,
      sendOptions((day) => t('Make-up moved to {day}.', { day })),
    ),
    cancel: useSend(makeups.cancel, {
      ...quietly,
      onSuccess: () => toast(t('Make-up canceled. The credit is open again.')),
    }),
  }
}
