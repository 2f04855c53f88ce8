import type { Schedule } from '#features/schedule/api.ts'
import { BreakSheet } from '#features/schedule/breaks/BreakSheet.tsx'
import { LastClassSheet } from '#features/schedule/places/LastClassSheet.tsx'
import { MoveOrMakeUp } from './MoveOrMakeUp.tsx'
import type { PlaceActionShown } from './use-place-actions.ts'

type PlaceSheetProps = { centerId: string; schedule: Schedule; shown: PlaceActionShown; onClose: () => void }

/** Sheet for an action on a student's place. */
export function PlaceSheet({ centerId, schedule, shown: { action, mover, to }, onClose }: PlaceSheetProps) {
  if (action === 'break')
    return <BreakSheet centerId={centerId} place={mover.place} pause={null} onClose={onClose} />
  if (action === 'last') return <LastClassSheet centerId={centerId} place={mover.place} onClose={onClose} />
  return <MoveOrMakeUp centerId={centerId} schedule={schedule} mover={mover} to={to} onClose={onClose} />
}
