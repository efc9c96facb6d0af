import { Link, useParams } from "react-router-dom"

function MessagePage({ title, sentence }: { title: string; sentence: string }) {
  const { country } = useParams()
  return (
    <section className="card narrow">
      <h1>{title}</h1>
      <p>{sentence}</p>
      <Link className="button" to={`/${country}`}>
        See the furniture
      </Link>
    </section>
  )
}

export const NotFound = () => (
  <MessagePage title="There is nothing here" sentence="This address leads nowhere in our shop." />
)

export const ErrorPage = () => (
  <MessagePage
    title="That did not work"
    sentence="The shop cannot be reached just now. Please try again in a moment."
  />
)
