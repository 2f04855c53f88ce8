import type { Schedule } from '#features/schedule/api.ts'
import type { PlaceActionShown } from './use-place-actions.ts'
import { later } from '#web/later.tsx'

const BreakSheet = later(() =>
  import('#features/schedule/breaks/BreakSheet.tsx').then((part) => part.BreakSheet),
)
const LastClassSheet = later(() =>
  import('#features/schedule/places/LastClassSheet.tsx').then((part) => part.LastClassSheet),
)
const MoveOrMakeUp = later(() => import('./MoveOrMakeUp.tsx').then((part) => part.MoveOrMakeUp))

type PlaceSheetProps = { centerId: string; schedule: Schedule; shown: PlaceActionShown; onClose: () => void }

/** Sheet for an action on a student's place. */
export function PlaceSheet({ centerId, schedule, shown: { action, mover, to }, onClose }: PlaceSheetProps) {
  if (action === 'break')
    return <BreakSheet centerId={centerId} place={mover.place} pause={null} onClose={onClose} />
  if (action === 'last') return <LastClassSheet centerId={centerId} place={mover.place} onClose={onClose} />
  return <MoveOrMakeUp centerId={centerId} schedule={schedule} mover={mover} to={to} onClose={onClose} />
}
