import type { ComponentProps, FormEvent } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** Returns the invalid controls of a form in order. Checking makes each field show its error. */
export const faultyIn = (form: Pick<HTMLFormElement, 'elements'>) =>
  [...form.elements].filter(
    (each): each is HTMLInputElement =>
      'checkValidity' in each && !(each as HTMLInputElement).checkValidity(),
  )

/**
 * A form that is submitted only if all fields are valid. Otherwise every invalid field shows its error, and
 * the first one gets the focus.
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
        // By the next frame, the errors from the form's own checks are shown too.
        requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      }}
    />
  )
}
