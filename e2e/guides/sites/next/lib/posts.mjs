import posts from "../posts.json";

export const getPosts = async () => posts;
export const getPost = async (slug) => posts.find((post) => post.slug === slug);
