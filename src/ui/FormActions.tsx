import type { ReactNode } from 'react'
import style from './FormActions.module.css'

/** The buttons at the foot of a side sheet's form, the main one last. */
export const FormActions = ({ children }: { children: ReactNode }) => <div className={style.actions}>{children}</div>
