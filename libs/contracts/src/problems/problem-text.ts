/** What a person reads about a problem, on its page and in the API's document. */
export interface ProblemText {
  readonly title: string;
  readonly explanation: string;
}
