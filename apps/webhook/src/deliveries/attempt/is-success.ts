/** Whether an answer of this status says that the message was taken: only a 2xx does. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
