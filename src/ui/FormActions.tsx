import type { ReactNode } from 'react'
import style from './FormActions.module.css'

/** The buttons at the bottom of a form in a side sheet, with the main one last. */
export const FormActions = ({ children }: { children: ReactNode }) => (
  <div className={`${style.actions} row to-end gap-2`}>{children}</div>
)
