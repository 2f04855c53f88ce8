import { fullName } from '#shared/full-name.ts'
import type { Schedule } from '../api.ts'
import type { PlaceActionShown } from './use-place-actions.ts'
import { later } from '#web/later.tsx'

const BreakSheet = later(() => import('../breaks/BreakSheet.tsx').then((part) => part.BreakSheet))
const LastClassSheet = later(() => import('../places/LastClassSheet.tsx').then((part) => part.LastClassSheet))
const RemoveDialog = later(() => import('../places/RemoveDialog.tsx').then((part) => part.RemoveDialog))
const MoveOrMakeUp = later(() => import('./MoveOrMakeUp.tsx').then((part) => part.MoveOrMakeUp))

type PlaceSheetProps = { centerId: string; schedule: Schedule; shown: PlaceActionShown; onClose: () => void }

/** Sheet for an action on a student's place. */
export function PlaceSheet({ centerId, schedule, shown: { action, mover, to }, onClose }: PlaceSheetProps) {
  const of = { centerId, place: mover.place, onClose }
  const name = fullName(mover.student)
  if (action === 'break') return <BreakSheet {...of} name={name} pause={null} from={schedule.date} />
  if (action === 'last') return <LastClassSheet {...of} name={name} />
  if (action === 'remove') return <RemoveDialog {...of} />
  return <MoveOrMakeUp centerId={centerId} schedule={schedule} mover={mover} to={to} onClose={onClose} />
}
