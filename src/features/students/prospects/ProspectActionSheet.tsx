import { fullName } from '#shared/full-name.ts'
import type { ComponentType } from 'react'
import type { ProspectPerson } from './use-prospect-change.ts'
import { later } from '#web/later.tsx'

const LostSheet = later(() => import('./LostSheet.tsx').then((part) => part.LostSheet))
const StepSheet = later(() => import('./StepSheet.tsx').then((part) => part.StepSheet))

/** Actions on a prospect that open a sheet. */
export type Action = 'trial' | 'enroll' | 'step' | 'lost'

type EnrollSheetProps = {
  centerId: string
  student: { id: string; name: string }
  type: 'trial' | 'regular'
  /** Label of the button that closes the sheet. */
  leave?: string
  onClose: () => void
}

/** Type of the sheet that gives a student a place in a class. */
export type EnrollSheet = ComponentType<EnrollSheetProps>

type ProspectActionSheetProps = {
  centerId: string
  whom: ProspectPerson
  action: Action
  EnrollSheet: EnrollSheet
  onClose: () => void
}

/** Sheet for booking a trial, enrolling, planning the next step, or marking a prospect as lost. */
export function ProspectActionSheet({ action, EnrollSheet, ...rest }: ProspectActionSheetProps) {
  if (action === 'step') return <StepSheet {...rest} />
  if (action === 'lost') return <LostSheet {...rest} />
  const { centerId, whom, onClose } = rest
  return (
    <EnrollSheet
      centerId={centerId}
      student={{ id: whom.id, name: fullName(whom) }}
      type={action === 'trial' ? 'trial' : 'regular'}
      onClose={onClose}
    />
  )
}
