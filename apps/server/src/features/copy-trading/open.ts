/** Whether orders of mentors are copied. While it is false a follow would only hold money, and no screen offers one. */
export const isOpen: boolean = false
