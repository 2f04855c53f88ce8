import type { ComponentProps, FormEvent } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** Controls of a form that hold an error, in their order. Checking them makes each field show its own. */
export const faultyIn = (form: Pick<HTMLFormElement, 'elements'>) =>
  [...form.elements].filter(
    (each): each is HTMLInputElement =>
      'checkValidity' in each && !(each as HTMLInputElement).checkValidity(),
  )

/**
 * A form that is submitted once all fields are right. Otherwise every wrong field shows its error, and the
 * first one gets the focus.
 */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const [first] = faultyIn(form)
        if (first) return first.focus()
        onSubmit(event)
        // By then the errors of the form's own checks are shown, too.
        requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      }}
    />
  )
}
