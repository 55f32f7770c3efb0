export const metadata = { openGraph: { images: ["/og?title=Launch%20day"] } };

export default function Page() {
  return <h1>Launch day</h1>;
}
