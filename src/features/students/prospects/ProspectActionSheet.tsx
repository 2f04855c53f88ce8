import { EnrollSheet } from '#features/schedule/places/EnrollSheet.tsx'
import { LostSheet } from './LostSheet.tsx'
import { StepSheet } from './StepSheet.tsx'
import { nameOf, type Whom } from './use-prospect-change.ts'

/** What is done about a prospect in a sheet. */
export type Deed = 'trial' | 'enroll' | 'step' | 'lost'

type DeedSheetProps = { centerId: string; whom: Whom; deed: Deed; onClose: () => void }

/** Books a trial, enrolls, plans the next step, or asks why somebody is lost. */
export function DeedSheet({ deed, ...rest }: DeedSheetProps) {
  if (deed === 'step') return <StepSheet {...rest} />
  if (deed === 'lost') return <LostSheet {...rest} />
  const { centerId, whom, onClose } = rest
  return (
    <EnrollSheet
      centerId={centerId}
      student={{ id: whom.id, name: nameOf(whom) }}
      type={deed === 'trial' ? 'trial' : 'regular'}
      onClose={onClose}
    />
  )
}
